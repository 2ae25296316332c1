    {nullptr, INTEGER, 0, 0, ""},
};

template <typename T>
T value_of(const std::string &name) {
    for (const Row *row = ROWS; row->name; row++) {
        if (name != row->name) continue;
        if constexpr (std::is_same_v<T, std::string>) {
            if (row->kind == TEXT) return row->text;
            return row->kind == REAL ? std::to_string(row->real) : std::to_string(row->integer);
        } else if constexpr (std::is_floating_point_v<T>) {
            if (row->kind != TEXT) return static_cast<T>(row->kind == REAL ? row->real : row->integer);
        } else {
            static_assert(std::is_integral_v<T>, "getVar is for numbers, bool and std::string");
            if (row->kind == INTEGER || row->kind == FLAG) return static_cast<T>(row->integer);
        }
        break;
    }
    throw std::runtime_error("problem.rbx.yml has no variable " + name + " of this type");
}

}  // namespace nim_toolkit_vars

template <typename T, typename... Names>
T getVar(const std::string &first, const Names &...rest) {
    std::string name = first;
    ((name += "." + std::string(rest)), ...);
    return nim_toolkit_vars::value_of<T>(name);
}

#endif
